// Runs scripts one after the other on MicroPython's WebAssembly port: node vm32.mjs MODULE HEAP FOLDER SCRIPT...
//
// What FOLDER holds is there as the machine's root folder. The port collects garbage only between two scripts. Exit
// status: 0, 1 for an exception, which is printed and ends the run, or that of sys.exit.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [moduleFile, heap, folder, ...scripts] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(moduleFile));
const machine = await loadMicroPython({
  heapsize: Number(heap),
  stdout: (bytes) => process.stdout.write(bytes),
  linebuffer: false,
});

function copy(from, to) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = `${to}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name === "__pycache__") continue;
      machine.FS.mkdir(target);
      copy(source, target);
    } else {
      machine.FS.writeFile(target, readFileSync(source));
    }
  }
}
copy(folder, "");
machine.FS.chdir("/");
machine.runPython("import sys\nsys.path[:] = ['']");

for (const script of scripts) {
  try {
    machine.runPython(readFileSync(script, "utf8"));
  } catch (error) {
    if (error.name !== "PythonError") throw error;
    if (error.type === "SystemExit") {
      process.exitCode = Number(error.message.split(": ")[1] ?? 0);
    } else {
      process.stdout.write(error.message);
      process.exitCode = 1;
    }
    break;
  }
}
