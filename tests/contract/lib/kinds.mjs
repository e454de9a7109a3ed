// The data of a kind for the tests, from the OpenAPI document: valid problems, and one that keeps a worker busy.

import { Random } from './mutate.mjs';

// Returns the kinds of an expanded document.
export const kindsOf = (document) => document.json.components.parameters.kind.schema.enum;

const values = (examples) => Object.values(examples ?? {}).map((example) => example.value);

// Returns example problems as JSON values: those of the operation and those of the kind's schema.
export function examplesOf(document, kind) {
    const media = document.json.paths[`/v1/${kind}`].post.requestBody.content['application/json'];
    return [...values(media.examples), ...(document.json.components.schemas[`${kind}.request`].examples ?? [])];
}

// Returns example problems in the text form; empty if the kind has no text form.
export function textsOf(document, kind) {
    return values(document.json.paths[`/v1/${kind}`].post.requestBody.content['text/plain']?.examples);
}

// Returns the members that may stand beside a text, as objects of one member each: every value that an example has.
export function besideTextOf(document, kind) {
    const schema = document.json.components.schemas[`${kind}.request`];
    const asText = (schema.oneOf ?? schema.anyOf)?.find((one) => one.required?.includes('text'));
    const names = new Set(asText?.propertyNames.enum);
    names.delete('text');
    return examplesOf(document, kind).flatMap((example) => Object.keys(example)
        .filter((name) => names.has(name)).map((name) => ({ [name]: example[name] })));
}

// A problem that runs until its time limit, for each kind.
const slow = {
    // 64 cards per hand, shuffled: about 10^10 positions
    whist: () => {
        const random = new Random(64);
        const hands = { a: [], b: [] };
        for (let card = 128; card > 0; card--) {
            const left = { a: 64 - hands.a.length, b: 64 - hands.b.length };
            hands[random.below(left.a + left.b) < left.a ? 'a' : 'b'].push(card);
        }
        return { ...hands, method: 'search' };
    },
    // every hand has a void: no strain is solved within two minutes
    bridge: () => ({ deal: 'S:Q853.AJ962.KT74. AJ962.KT74..Q853 KT74..Q853.AJ962 .Q853.AJ962.KT74' }),
    // all equilibria of a random game of 60 by 60
    matrix: () => {
        const random = new Random(60);
        const table = () => Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => random.below(1000)));
        return { row_payoff: table(), col_payoff: table(), want: ['equilibria'] };
    },
    // each integer requires two others, infinitely, and none of them is a goal
    andor: () => ({
        start: '1', goals: ['0'], rules: ['n -> 2*n, 2*n+1 for k in 1..1000000000 if k < 0', 'n -> 3*n'], node_limit: 20000000,
    }),
    // every way to split 200 coins: more positions than fit into memory
    gametree: () => ({ game: 'grundy', piles: [100, 100], misere: true }),
    // nobody has proved who wins on 19x19
    hex: () => ({ size: 19, engine: 'exact' }),
    // a hundred million deals of nine hands
    holdem: () => ({ players: Array.from({ length: 9 }, () => ({ range: 'random' })), method: 'monte_carlo', samples: 100000000 }),
    // 100,000 observations of 65,536 hidden states: 7 * 10^9 exponentials
    imperfect: () => {
        const random = new Random(17), states = 65536;
        const row = () => Array.from({ length: states }, () => (1 + random.below(98)) / 100);
        return {
            hidden: Array.from({ length: states }, (_, i) => `${i}`), model: { likelihood: { a: row(), b: row() } },
            observations: Array.from({ length: 100000 }, () => 'ab'[random.below(2)]), actions: [{ id: 'wait', payoff: 0 }],
            method: 'monte_carlo', samples: 10000000,
        };
    },
    sudoku: () => ({ puzzle: '.'.repeat(625), solutions: 'all' }),
};

export function slowOf(document, kind, timeout_ms) {
    if (!slow[kind])
        throw new Error(`tests/contract/lib/kinds.mjs knows no slow problem of kind ${kind}: add one`);
    return { ...slow[kind](document.json.components.schemas[`${kind}.request`]), job: { timeout_ms } };
}
