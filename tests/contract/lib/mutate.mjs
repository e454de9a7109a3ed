// Seeded mutations of JSON problems: of the value, then, in one of six, of its bytes.

// xorshift32: small, and the same on every platform.
export class Random {
    constructor(seed) {
        this.state = seed >>> 0 || 1;
    }

    below(bound) {
        let x = this.state;
        x ^= x << 13;
        x ^= x >>> 17;
        x ^= x << 5;
        this.state = x >>> 0;
        return this.state % bound;
    }

    of(list) {
        return list[this.below(list.length)];
    }
}

// A literal that JSON.stringify() cannot write: inserted as a marked string, whose quotes are removed in the text.
const raw = (literal) => `\u0001${literal}\u0001`;
const unwrap = (text) =>
    text.replace(/"\\u0001((?:[^"\\]|\\.)*?)\\u0001"/g, (_, escaped) => JSON.parse(`"${escaped}"`));

const odd = [null, true, false, 0, 1, -1, 2, 3.5, 1e2, 48, 49, 50, 2147483648, 9007199254740992, -0.5, '', '0', '1', ' ',
    'NaN', '\u00e9', '\u{1F600}', 'null', [], {}, [[]], [null], [1, 2], ['1', '2'], '3/2', '-1/2', '1/99999999999999999999', [[1, 2], [3]], { a: 1 },
    { job: {} }, { puzzle: '' },
    ...['1.0', '1e2', '1E+2', '0e0', '-0', '1.0e1', '007', '1.', '.5', '+1', '1e400', '-1e400', '1e-400', '0x10', 'NaN',
        'Infinity', '9007199254740993', '9223372036854775808', '123456789012345678901234567890', 'nulll', 'True',
        '"\\u0000"', '"\\ud800"', '"\\ud83d\\ude00"', '"\\x41"', '"a\\', '4.0', '1e0', '[1,]', '[,1]', '{"a":1,"a":2}',
        `${'['.repeat(60)}${']'.repeat(60)}`, `${'['.repeat(80)}${']'.repeat(80)}`,
        `1${'0'.repeat(70)}`, `0.${'1'.repeat(70)}`].map(raw)];

const names = ['job', 'puzzle', 'size', 'box', 'solutions', 'nosuch', 'Puzzle', '', 'timeout_ms', 'priority', 'seed',
    'webhook', 'kind', 'text', 'a/b~c', '\u00e9', '__proto__'];

// Returns all places of a value: [holder, key].
function places(value, found = []) {
    if (value !== null && typeof value === 'object')
        for (const key of Object.keys(value)) {
            found.push([value, key]);
            if (found.length < 2000)
                places(value[key], found);
        }
    return found;
}

function inString(random, text) {
    const characters = [...text];
    const at = random.below(characters.length + 1);
    const piece = random.of(['.', '0', '_', '1', '9', 'A', 'Z', 'z', ' ', '\n', '#', '\u00e9', '~', '-', '|', '10']);
    characters.splice(at, random.below(3), ...Array(1 + random.below(3)).fill(piece));
    return characters.join('');
}

function inNumber(random, number) {
    return random.of([number + 1, number - 1, -number, number * 2, number + 0.5, number * 1000, number / 3, 0,
        raw(`${number}.0`), raw(`${number}e0`)]);
}

function inPlace(random, [holder, key]) {
    const value = holder[key];
    if (typeof value === 'string' && random.below(3) > 0)
        holder[key] = random.below(4) > 0 ? inString(random, value) : value.slice(0, random.below(value.length + 1));
    else if (typeof value === 'number' && random.below(3) > 0)
        holder[key] = inNumber(random, value);
    else if (Array.isArray(value) && random.below(2) > 0)
        random.below(2) ? value.splice(random.below(value.length + 1), 1) : value.push(structuredClone(random.of(odd)));
    else if (random.below(4) === 0)
        Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key];
    else
        holder[key] = structuredClone(random.of(odd));
}

function mutateValue(random, root) {
    const holder = { root };
    for (let times = random.of([1, 1, 1, 2, 3]); times > 0; times--) {
        const found = places(holder);
        const objects = found.map(([inside, key]) => inside[key])
            .filter((value) => value !== null && typeof value === 'object' && !Array.isArray(value));
        if (objects.length > 0 && random.below(6) === 0)
            Object.defineProperty(random.of(objects), random.of(names),
                { value: structuredClone(random.of(odd)), enumerable: true, configurable: true, writable: true });
        else if (found.length > 0)
            inPlace(random, random.of(found));
    }
    return holder.root;
}

function mutateBytes(random, bytes) {
    const at = random.below(bytes.length + 1);
    const put = (...extra) => Buffer.concat([bytes.subarray(0, at), Buffer.from(extra.flat()), bytes.subarray(at)]);
    switch (random.below(8)) {
    case 0: return bytes.subarray(0, at);                                 // truncated
    case 1: return Buffer.concat([bytes, bytes.subarray(at)]); // trailing data
    case 2: return put(random.below(256));                                // any byte
    case 3: return put([...Buffer.from(random.of([',', ':', '{', '}', '[', ']', '"', '\\', '\n', '//', 'e', '-']))]);
    case 4: return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]); // byte order mark
    case 5: return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(4))]);
    case 6: return put(...random.of([[0xc0, 0x80], [0xed, 0xa0, 0x80], [0xff], [0xf5, 0x80, 0x80, 0x80], [0x00]]));
    default: {                                                            // every member twice
        const text = bytes.toString();
        return Buffer.from(text.replace(/^\{(.+)\}$/s, '{$1,$1}'));
    }
    }
}

// Returns one mutated body, as bytes.
export function mutate(random, example) {
    const value = mutateValue(random, structuredClone(example));
    const bytes = Buffer.from(unwrap(JSON.stringify(value) ?? ''));
    return random.below(6) === 0 ? mutateBytes(random, bytes) : bytes;
}
