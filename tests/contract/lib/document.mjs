// The OpenAPI document: finds the operation of a request, and checks values against schemas.
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readFileSync } from 'node:fs';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const escape = (step) => step.replaceAll('~', '~0').replaceAll('/', '~1');

export class Document {
    constructor(file) {
        this.json = JSON.parse(readFileSync(file, 'utf8'));
        this.ajv = new Ajv2020({ strict: false, allErrors: true });
        addFormats(this.ajv);
        this.ajv.addSchema(this.json, 'document');
        this.validators = new Map();
        // Literal segments take precedence over parameters.
        this.paths = Object.keys(this.json.paths)
            .map((path) => ({ path, steps: path.split('/') }))
            .sort((a, b) => this.#wildness(a) - this.#wildness(b));
    }

    #wildness({ steps }) {
        return steps.filter((step) => step.startsWith('{')).length;
    }

    // Returns the documented path that matches the path of a request, or undefined.
    match(target) {
        const steps = target.split('?')[0].split('/');
        return this.paths.find((candidate) => candidate.steps.length === steps.length &&
            candidate.steps.every((step, i) => step === steps[i] || (step.startsWith('{') && steps[i] !== '')))?.path;
    }

    methods(path) {
        return METHODS.filter((method) => this.json.paths[path][method]);
    }

    // Returns every documented [path, method, status].
    *promises() {
        for (const path of Object.keys(this.json.paths))
            for (const method of this.methods(path))
                for (const status of Object.keys(this.json.paths[path][method].responses))
                    yield [path, method, status];
    }

    // Follows a $ref; returns the value and its pointer.
    at(pointer) {
        let value = this.json;
        let where = '#';
        for (const step of pointer.split('/').slice(1)) {
            value = value[step.replaceAll('~1', '/').replaceAll('~0', '~')];
            where += '/' + step;
            if (value === undefined)
                return undefined;
            if (typeof value.$ref === 'string' && !where.includes('/schema'))
                ({ value, where } = this.at(value.$ref));
        }
        return { value, where };
    }

    response(path, method, status) {
        return this.at(`#/paths/${escape(path)}/${method}/responses/${status}`);
    }

    // Returns a function that lists the errors of a value against the schema at pointer.
    judge(pointer) {
        if (!this.validators.has(pointer))
            this.validators.set(pointer, this.ajv.compile({ $ref: 'document' + encodeURI(pointer) }));
        const validate = this.validators.get(pointer);
        return (value) => validate(value) ? [] :
            validate.errors.map((error) => `${error.instancePath || '(whole)'} ${error.message}`);
    }
}

export { escape };
