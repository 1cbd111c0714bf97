// Server push: a whole picture, then news on it. The browser comes back by itself and says what it has.

export function watch(onPicture, onLink, onGone) {
  let picture = null;
  let waiting = false;
  const changed = new Set();
  const source = new EventSource("/api/events");
  const show = () => {
    waiting = false;
    const keys = new Set(changed);
    changed.clear();
    onPicture(picture, keys);
  };
  const soon = (keys) => {
    keys.forEach((key) => changed.add(key));
    if (waiting || picture === null) return;
    waiting = true;
    // A page in the background is not drawn, and must not collect pictures either.
    if (document.hidden) setTimeout(show, 500);
    else requestAnimationFrame(show);
  };
  source.addEventListener("whole", (event) => {
    picture = JSON.parse(event.data);
    if (picture.seats) soon(Object.keys(picture));
    else picture = null;
  });
  source.addEventListener("news", (event) => {
    const news = JSON.parse(event.data);
    picture = { ...(picture ?? {}), ...news };
    if (picture.seats) soon(Object.keys(news));
  });
  source.onopen = () => onLink(true);
  source.onerror = () => {
    onLink(false);
    if (source.readyState === EventSource.CLOSED) onGone();
  };
  return () => source.close();
}
