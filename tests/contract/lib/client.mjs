// A small HTTP client that records each exchange.
import http from 'node:http';
import { gunzipSync } from 'node:zlib';
import { appendFileSync } from 'node:fs';

export class Client {
    constructor(port, { record, key } = {}) {
        this.port = port;
        this.record = record;
        this.key = key;
        this.agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
    }

    // Sends one request and reads the whole reply. length: a Content-Length larger than the body.
    // enough(text): returns true to end an endless reply.
    send(method, path, { headers = {}, body, length, enough } = {}) {
        const all = { ...headers };
        if (this.key && all.Authorization === undefined)
            all.Authorization = `Bearer ${this.key}`;
        if (body !== undefined || length !== undefined)
            all['Content-Length'] = length ?? Buffer.byteLength(body);
        return new Promise((resolve, reject) => {
            const request = http.request({ host: '127.0.0.1', port: this.port, method, path, headers: all,
                agent: length === undefined && !enough ? this.agent : false });
            request.on('error', reject);
            request.on('response', (response) => {
                const pieces = [];
                const text = () => (response.headers['content-encoding'] === 'gzip' && !enough ? gunzipSync(Buffer.concat(pieces)) : Buffer.concat(pieces)).toString();
                const end = () => {
                    if (length !== undefined || enough)
                        request.destroy();
                    resolve(this.#keep(method, path, body, response, text()));
                };
                response.on('data', (piece) => {
                    pieces.push(piece);
                    if (enough?.(text()))
                        end();
                });
                response.on('error', enough ? () => {} : reject);
                response.on('end', end);
            });
            if (length !== undefined)
                request.flushHeaders();
            else
                request.end(body);
        });
    }

    // Requests a WebSocket with this subprotocol, and disconnects when it is open.
    upgrade(path, protocol, headers = {}) {
        const all = { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13',
            'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Protocol': protocol, ...headers };
        return new Promise((resolve, reject) => {
            const request = http.request({ host: '127.0.0.1', port: this.port, path, headers: all, agent: false });
            request.on('error', reject);
            request.on('upgrade', (response, socket) => {
                socket.destroy();
                resolve(this.#keep('GET', path, undefined, response, ''));
            });
            request.on('response', (response) => {
                let text = '';
                response.on('data', (piece) => { text += piece; });
                response.on('end', () => resolve(this.#keep('GET', path, undefined, response, text)));
            });
            request.end();
        });
    }

    #keep(method, path, requestBody, response, body) {
        const exchange = { method, path, status: response.statusCode, headers: response.headers, body };
        if (requestBody !== undefined)
            exchange.request_body = requestBody.toString();
        if (this.record)
            appendFileSync(this.record, JSON.stringify(exchange) + '\n');
        return exchange;
    }

    get(path, headers) {
        return this.send('GET', path, { headers });
    }

    post(path, type, body, headers = {}) {
        return this.send('POST', path, { headers: { 'Content-Type': type, ...headers }, body });
    }

    postJson(path, value, headers) {
        return this.post(path, 'application/json', typeof value === 'string' ? value : JSON.stringify(value), headers);
    }

    close() {
        this.agent.destroy();
    }
}
