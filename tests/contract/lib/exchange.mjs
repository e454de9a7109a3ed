// Checks one recorded exchange against the document. An exchange is a line of NDJSON:
// {"method","path","status","headers":{lower-case name: value},"body": text,"request_body"?: text}
import { escape } from './document.mjs';

const parse = (text, faults, what) => {
    try {
        return JSON.parse(text);
    } catch (error) {
        faults.push(`${what} is not JSON: ${error.message}`);
        return undefined;
    }
};

function checkHeaders(document, response, headers, faults) {
    for (const name of Object.keys(response.value.headers ?? {})) {
        const found = document.at(`${response.where}/headers/${escape(name)}`);
        const value = headers[name.toLowerCase()];
        if (value === undefined) {
            if (found.value.required)
                faults.push(`header ${name} is missing`);
        } else {
            for (const fault of document.judge(`${found.where}/schema`)(value))
                faults.push(`header ${name}: ${fault}`);
        }
    }
}

function checkLines(document, pointer, text, faults) {
    const judge = document.judge(pointer);
    if (text !== '' && !text.endsWith('\n'))
        faults.push('the last line has no end');
    text.split('\n').filter((line) => line !== '').forEach((line, i) => {
        const value = parse(line, faults, `line ${i}`);
        if (value !== undefined)
            faults.push(...judge(value).map((fault) => `line ${i}: ${fault}`));
    });
}

// Checks each event of a stream against the schema of its name. The last event may be incomplete, since a feed is endless.
function checkEvents(document, pointer, known, text, faults) {
    for (const block of text.split('\n\n').slice(0, -1)) {
        const fields = block.split('\n').map((line) => /^([^:]*):? ?(.*)$/.exec(line).slice(1));
        const name = fields.find(([field]) => field === 'event')?.[1];
        const lines = fields.filter(([field]) => field === 'data').map(([, value]) => value);
        if (name === undefined && lines.length === 0)
            continue;
        if (!known[name]) {
            faults.push(`event "${name}" is not documented`);
            continue;
        }
        const value = parse(lines.join('\n'), faults, `event ${name}`);
        if (value !== undefined)
            faults.push(...document.judge(`${pointer}/${name}`)(value).map((fault) => `event ${name}: ${fault}`));
    }
}

function checkBody(document, response, exchange, faults) {
    const type = (exchange.headers['content-type'] ?? '').split(';')[0].trim();
    if (!response.value.content) {
        if (exchange.body)
            faults.push(`a body where none is documented: ${exchange.body.slice(0, 80)}`);
        return;
    }
    if (!response.value.content[type]) {
        faults.push(`media type "${type}" is not one of ${Object.keys(response.value.content).join(', ')}`);
        return;
    }
    const where = `${response.where}/content/${escape(type)}`;
    if (response.value.content[type]['x-line']) {
        checkLines(document, `${where}/x-line`, exchange.body, faults);
    } else if (type === 'text/event-stream') {
        checkEvents(document, `${where}/x-events`, response.value.content[type]['x-events'], exchange.body, faults);
    } else if (type.endsWith('json')) {
        const value = parse(exchange.body, faults, 'the body');
        if (value !== undefined)
            faults.push(...document.judge(`${where}/schema`)(value));
    }
    if (type === 'application/problem+json' && parse(exchange.body, [], '')?.status !== exchange.status)
        faults.push('the status member differs from the status');
}

// Replies that any request can get: a page of another site or a key of a lesser role, an unknown host name, many wrong keys.
const ANYWHERE = [403, 421, 429];

// Checks a reply that no operation documents, by the rules for all paths: unknown path or kind, unknown method, malformed
// path or framing, and internal errors, which must not occur here.
function checkUncharted(document, path, exchange, faults) {
    const allowed = path === undefined ? [400, 401, 404, 405] : [400, 401, 405, ...ANYWHERE];
    if (!allowed.includes(exchange.status))
        faults.push(`status ${exchange.status} is not one of ${allowed.join(', ')}`);
    if (exchange.status === 405 && !exchange.headers.allow)
        faults.push('header Allow is missing');
    const problem = parse(exchange.body, faults, 'the body');
    if (problem !== undefined)
        faults.push(...document.judge('#/components/schemas/Problem')(problem));
}

// Returns the errors of an exchange, and its documented [path, method, status] (undefined if none).
export function check(document, exchange) {
    const faults = [];
    const path = document.match(exchange.path);
    const method = exchange.method.toLowerCase();
    if (method === 'options') {
        if (![200, 204].includes(exchange.status))
            faults.push(`OPTIONS gave ${exchange.status}`);
        return { faults };
    }
    if (method === 'head') {
        if (exchange.body)
            faults.push('HEAD came with a body');
        if (path && document.methods(path).includes('get') && !document.response(path, 'get', exchange.status) &&
            exchange.status !== 405 && !ANYWHERE.includes(exchange.status))
            faults.push(`HEAD gave ${exchange.status}, which GET never gives`);
        return { faults };
    }
    const known = path !== undefined && document.methods(path).includes(method);
    const response = known ? document.response(path, method, exchange.status) : undefined;
    if (!known || (!response && ANYWHERE.includes(exchange.status))) {
        checkUncharted(document, path, exchange, faults);
        return { faults };
    }
    if (!response) {
        faults.push(`status ${exchange.status} is not documented`);
        return { faults };
    }
    checkHeaders(document, response, exchange.headers, faults);
    checkBody(document, response, exchange, faults);
    return { faults, promise: `${method.toUpperCase()} ${path} ${exchange.status}` };
}
