// What the tests need to know of a kind, taken from the contract: problems that work, and one that keeps a worker busy.

import { Random } from './mutate.mjs';

// The kinds of an expanded document.
export const kindsOf = (document) => document.json.components.parameters.kind.schema.enum;

const values = (examples) => Object.values(examples ?? {}).map((example) => example.value);

// Example problems as JSON values: those of the operation and those of the kind's schema.
export function examplesOf(document, kind) {
    const media = document.json.paths[`/v1/${kind}`].post.requestBody.content['application/json'];
    return [...values(media.examples), ...(document.json.components.schemas[`${kind}.request`].examples ?? [])];
}

// Example problems in the text form; empty when the kind has none.
export function textsOf(document, kind) {
    return values(document.json.paths[`/v1/${kind}`].post.requestBody.content['text/plain']?.examples);
}

// A problem that takes all the time it is given. A new kind adds one here.
const slow = {
    // every hand has a void: not one strain is solved in two minutes
    bridge: () => ({ deal: 'S:Q853.AJ962.KT74. AJ962.KT74..Q853 KT74..Q853.AJ962 .Q853.AJ962.KT74' }),
    sudoku: (schema) => ({ puzzle: '.'.repeat(625), solutions: schema.properties.solutions.maximum }),
};

export function slowOf(document, kind, timeout_ms) {
    if (!slow[kind])
        throw new Error(`tests/contract/lib/kinds.mjs knows no slow problem of kind ${kind}: add one`);
    return { ...slow[kind](document.json.components.schemas[`${kind}.request`]), job: { timeout_ms } };
}
