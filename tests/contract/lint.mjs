// Lints the contract with Redocly's rules: `lint.mjs SOURCE.yaml EXPANDED.json`. Zero errors and zero warnings pass.
import { lint, createConfig, formatProblems, getTotals } from '@redocly/openapi-core';

const rules = {
    // Both kinds of server are meant: with keys and, on loopback, without.
    'security-defined': 'error',
    // "The server that gave you this document" has no other name than "/".
    'no-server-example.com': 'error',
    // Redocly wants a 4xx everywhere; these cannot fail: /, /healthz, /readyz, /v1/kinds, /v1/openapi.json.
    'operation-4xx-response': 'off',
    // Our schemas close their objects themselves; Redocly's own closing trips over `oneOf` beside `properties`.
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
    // Does not see that `x-line` uses a schema; schema/embed.py refuses unused ones itself.
    'no-unused-components': 'off',
};
const perFile = {
    // In the source `/v1/{kind}` stands beside `/v1/batch` and `/v1/{kind}/batch` beside `/v1/jobs/{id}`; once the
    // kinds are put in (the expanded file, linted with this rule on) nothing is ambiguous.
    source: { 'no-ambiguous-paths': 'off' },
    expanded: { 'no-ambiguous-paths': 'error' },
};

// A WebSocket's handshake ends in 101, and in no 2xx.
const isSocket = ({ ruleId, location }) => ruleId === 'operation-2xx-response' &&
    location.every(({ pointer }) => pointer.includes('~1socket/'));

const [source, expanded] = process.argv.slice(2);
if (!expanded) {
    console.error('usage: lint.mjs SOURCE.yaml EXPANDED.json');
    process.exit(2);
}
let found = 0;
for (const [role, ref] of [['source', source], ['expanded', expanded]]) {
    const config = await createConfig({ extends: ['recommended'], rules: { ...rules, ...perFile[role] } });
    const problems = (await lint({ ref, config })).filter((problem) => !isSocket(problem));
    const totals = getTotals(problems);
    if (problems.length > 0)
        formatProblems(problems, { format: 'codeframe', totals, version: '' });
    console.log(`${role}: ${totals.errors} errors, ${totals.warnings} warnings`);
    found += totals.errors + totals.warnings;
}
process.exit(found > 0 ? 1 : 0);
