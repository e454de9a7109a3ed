// A strict JSON reader that shares no code with the server's, so that the two can be compared: RFC 8259 and I-JSON
// (RFC 7493). Given bytes, it returns {value} or {fault}. Refused beyond JSON.parse: a byte order mark, invalid UTF-8,
// U+0000, lone surrogates, duplicate names, integer literals beyond 2^53, number literals over 63 bytes or beyond a
// double, more than 64 levels.
const DEPTH = 64;
const EXACT = 2n ** 53n;

class Fault extends Error {}

class Reader {
    constructor(text) {
        this.text = text;
        this.at = 0;
    }

    take(pattern) {
        pattern.lastIndex = this.at;
        const found = pattern.exec(this.text);
        if (found)
            this.at = pattern.lastIndex;
        return found?.[0];
    }

    space() {
        this.take(/[ \t\r\n]*/y);
    }

    need(character) {
        this.space();
        if (this.text[this.at] !== character)
            throw new Fault(`expected ${character} at ${this.at}`);
        this.at++;
    }

    // Consumes the character if it is the next one.
    comes(character) {
        this.space();
        const found = this.text[this.at] === character;
        this.at += found;
        return found;
    }

    string() {
        const literal = this.take(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y);
        if (literal === undefined)
            throw new Fault(`a bad string at ${this.at}`);
        const value = JSON.parse(literal);
        if (value.includes('\0') || /\p{Surrogate}/u.test(value))
            throw new Fault(`a bad character before ${this.at}`);
        return value;
    }

    number() {
        const literal = this.take(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y);
        if (literal === undefined)
            throw new Fault(`no value at ${this.at}`);
        const value = Number(literal);
        if (literal.length > 63 || !Number.isFinite(value))
            throw new Fault(`${literal} is too long or too large`);
        if (/^-?[0-9]+$/.test(literal) && BigInt(literal.replace('-', '')) > EXACT)
            throw new Fault(`${literal} is not exact`);
        return value;
    }

    object(depth) {
        const value = {};
        const names = new Set();
        if (this.comes('}'))
            return value;
        do {
            this.space();
            const name = this.string();
            if (names.has(name))
                throw new Fault(`${name} comes twice`);
            names.add(name);
            this.need(':');
            Object.defineProperty(value, name, { value: this.value(depth), enumerable: true });
        } while (this.comes(','));
        this.need('}');
        return value;
    }

    array(depth) {
        const value = [];
        if (this.comes(']'))
            return value;
        do
            value.push(this.value(depth));
        while (this.comes(','));
        this.need(']');
        return value;
    }

    value(depth) {
        this.space();
        const first = this.text[this.at];
        if (first === '{' || first === '[') {
            if (depth === DEPTH)
                throw new Fault('nested too deep');
            this.at++;
            return first === '{' ? this.object(depth + 1) : this.array(depth + 1);
        }
        if (first === '"')
            return this.string();
        const word = this.take(/(?:true|false|null)/y);
        return word === undefined ? this.number() : JSON.parse(word);
    }
}

export function readStrictly(bytes) {
    try {
        // fatal: invalid UTF-8 throws; ignoreBOM: a byte order mark is kept, and is no JSON value
        const reader = new Reader(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
        const value = reader.value(0);
        reader.space();
        if (reader.at !== reader.text.length)
            throw new Fault(`something follows at ${reader.at}`);
        return { value };
    } catch (error) {
        if (error instanceof Fault || error instanceof TypeError)
            return { fault: error.message };
        throw error;
    }
}
