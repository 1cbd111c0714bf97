// Calls to the server, each with the session's token.

let token = "";

export const carry = (value) => {
  token = value ?? "";
};

export async function post(path, body) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-railbird-token": token },
    body: JSON.stringify(body),
  });
  const told = await answer.json().catch(() => ({ error: answer.statusText }));
  if (!answer.ok) throw new Error(told.error ?? answer.statusText);
  return told;
}

export async function get(path) {
  const answer = await fetch(path);
  const told = await answer.json().catch(() => ({ error: answer.statusText }));
  if (!answer.ok) throw new Error(told.error ?? answer.statusText);
  return told;
}

export async function text(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error ?? answer.statusText);
  return answer.text();
}

export const act = (call, args) => post("/api/do", { call, args });
