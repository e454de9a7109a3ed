// A server in front of nashd that plays jobs and shards by script, for situations that no solver produces on demand.
// Requests without a scripted reply are passed on to nashd.
import assert from 'node:assert/strict';
import http from 'node:http';
import { soon } from './soon.mjs';

export class Stage {
  static async start(server) {
    const stage = new Stage();
    stage.replies = new Map(); // "GET /path" -> JSON, or {code, json} or {code, type, text}, or a function of the body that returns one of these
    stage.streams = new Map(); // path -> [open replies]
    stage.heard = []; // [method, path, body] of the requests that the test answers itself
    const target = new URL(server.url);
    stage.http = http.createServer(async (request, reply) => {
      const name = `${request.method} ${request.url.split('?')[0]}`;
      const body = await all(request);
      if (stage.streams.has(name)) return stage.open(name, reply);
      if (stage.replies.has(name)) return stage.answer(name, reply, body.toString());
      const headers = { ...request.headers, host: target.host };
      const onward = http.request({ host: target.hostname, port: target.port, method: request.method, path: request.url, headers }, (said) => {
        reply.writeHead(said.statusCode, said.headers);
        said.pipe(reply);
      });
      onward.on('error', () => reply.destroy());
      reply.on('close', () => onward.destroy());
      return onward.end(body);
    });
    await new Promise((resolve) => stage.http.listen(0, '127.0.0.1', resolve));
    stage.url = `http://127.0.0.1:${stage.http.address().port}`;
    return stage;
  }

  answer(name, reply, body) {
    this.heard.push([...name.split(' '), body]);
    let said = this.replies.get(name);
    if (typeof said === 'function') said = said(body);
    const { code = 200, type = 'application/json', text = JSON.stringify(said.json ?? said) } = said;
    reply.writeHead(code, { 'Content-Type': type });
    reply.end(text);
  }

  open(name, reply) {
    reply.writeHead(200, { 'Content-Type': 'text/event-stream' });
    reply.write(': here\n\n');
    const open = this.streams.get(name);
    open.push(reply);
    reply.on('close', () => open.splice(open.indexOf(reply), 1));
  }

  // Adds a job with its problem; the returned function sends its events.
  job(job, problem) {
    const path = `/v1/jobs/${job.id}`;
    this.replies.set(`GET ${path}`, job);
    this.replies.set(`GET ${path}/problem`, problem);
    this.streams.set(`GET ${path}/events`, []);
    return (event, data) => {
      if (event === 'result') this.replies.set(`GET ${path}`, data);
      for (const reply of this.streams.get(`GET ${path}/events`)) reply.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    };
  }

  // Resolves when the events of the job have a subscriber.
  async watched({ id }) {
    await soon(() => this.streams.get(`GET /v1/jobs/${id}/events`).length, (open) => assert.ok(open > 0, 'nobody watches the job'));
  }

  async stop() {
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }
}

async function all(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}
