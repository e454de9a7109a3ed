// Server-sent events by fetch(), since EventSource can send no key. Reconnects by itself, with the last id, waiting longer
// each time; `alive` says whether the server is heard.
import { signal } from './dom.js';
import { key, request } from './api.js';

const RETRY_FIRST = 500, RETRY_MOST = 15000; // ms
const SILENCE_MOST = 40000; // ms; the server pings every 15 s

// Cuts the text of a stream into events {id, event, data}.
function reader(onEvent) {
  let rest = '';
  let event = {};
  return (text) => {
    rest += text;
    const lines = rest.split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (line === '') {
        if (event.data !== undefined) onEvent(event);
        event = {};
        continue;
      }
      const [, name, value] = /^([^:]*):? ?(.*)$/.exec(line.endsWith('\r') ? line.slice(0, -1) : line);
      if (name === 'data') event.data = event.data === undefined ? value : `${event.data}\n${value}`;
      else if (name === 'id' || name === 'event') event[name] = value;
    }
  };
}

// stream(path, onEvent) -> {alive, close()}. onEvent gets {id, event, data}; onEvent returning false ends the stream.
// onFail(problem) hears a refusal (4xx), after which nothing more is tried.
export function stream(path, onEvent, onFail = () => {}) {
  const alive = signal(false);
  let lastId, abort, timer, pause = RETRY_FIRST, closed = false;

  async function listen() {
    abort = new AbortController();
    let silence;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => abort.abort(), SILENCE_MOST);
    };
    try {
      heard();
      const headers = { Accept: 'text/event-stream', ...(lastId && { 'Last-Event-ID': lastId }) };
      const reply = await request(path, { headers, signal: abort.signal });
      const source = reply.body.pipeThrough(new TextDecoderStream()).getReader();
      const take = reader((event) => {
        lastId = event.id ?? lastId;
        if (onEvent(event) === false) close();
      });
      alive.value = true;
      pause = RETRY_FIRST;
      for (let piece = await source.read(); !piece.done && !closed; piece = await source.read()) {
        heard();
        take(piece.value);
      }
    } catch (error) {
      if (error.status >= 400 && error.status < 500) {
        closed = true;
        onFail(error);
      }
    }
    clearTimeout(silence);
    alive.value = false;
    if (closed) return;
    timer = setTimeout(listen, pause);
    pause = Math.min(pause * 2, RETRY_MOST);
  }

  function close() {
    closed = true;
    clearTimeout(timer);
    abort?.abort();
  }

  const unwatch = key.subscribe(() => { if (abort && !closed) abort.abort(); }); // another key: begin anew
  listen();
  return { alive, close: () => { unwatch(); close(); } };
}
