// Lints the OpenAPI document with Redocly's rules: `lint.mjs SOURCE.yaml EXPANDED.json`. Zero errors and zero warnings pass.
import { lint, createConfig, formatProblems, getTotals } from '@redocly/openapi-core';

const rules = {
    // The document is for servers with keys and, on loopback, without.
    'security-defined': 'error',
    // The server that sent the document is named "/" only.
    'no-server-example.com': 'error',
    // Redocly requires a 4xx everywhere; these paths cannot fail: /, /healthz, /readyz, /v1/kinds, /v1/openapi.json.
    'operation-4xx-response': 'off',
    // The schemas close their objects themselves; Redocly's rule fails for `oneOf` beside `properties`.
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
    // The rule ignores the schemas used by `x-line`; schema/embed.py refuses unused schemas itself.
    'no-unused-components': 'off',
};
const perFile = {
    // In the source, `/v1/{kind}` is ambiguous with `/v1/batch`, and `/v1/{kind}/batch` with `/v1/jobs/{id}`. The
    // expanded file, which has one path per kind, is linted with this rule.
    source: { 'no-ambiguous-paths': 'off' },
    expanded: { 'no-ambiguous-paths': 'error' },
};

// A WebSocket handshake has the status 101 and no 2xx.
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
