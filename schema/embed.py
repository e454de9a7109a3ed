#!/usr/bin/env python3
"""Makes the OpenAPI document and the schemas that the server serves, from openapi.yaml, the registry and the catalogue.

    embed.py --source SCHEMA_DIR --registry registry.def --catalogue catalogue.def --c OUT.c --json OUT.json [--extra DIR]

- `/v1/{kind}` and `/v1/{kind}/batch` become one path per NASH_KIND(...) of the registry, with the kind's own schemas,
  so that a new kind needs no line in the document.
- kinds/KIND.request.json gets the reserved member `job` (job.json), so that each kind's schema is complete in itself. A
  kind with a text form lists in `x-beside-text` the members that may stand beside the reserved member `text` (text.json),
  which it gets too.
- The table of problem types, and their enumeration, come from the catalogue of src/http.

DIR holds further kinds: a registry_test.def, KIND.request.json and KIND.result.json (examples/kind).

Each file is checked for dangling references: a document that does not resolve fails the build.
"""
import argparse
import copy
import gzip
import hashlib
import json
import pathlib
import re
import sys

try:
    import yaml
except ImportError:
    sys.exit('embed.py: python3-yaml is missing; install it with ./deploy/install-packages build')

COMPONENTS = '#/components/schemas/'


def fail(text):
    sys.exit(f'embed.py: {text}')


def read_json(path):
    try:
        return json.loads(path.read_text(encoding='utf-8'))
    except (OSError, ValueError) as error:
        fail(f'{path}: {error}')


def kinds_of(registry):
    text = re.sub(r'/\*.*?\*/', '', registry.read_text(), flags=re.S)
    kinds = [name.replace('_', '-') for name in re.findall(r'NASH_KIND\((\w+)\)', text)]
    return kinds or fail(f'{registry}: no NASH_KIND() found')


def problems_of(catalogue):
    found = re.findall(r'^PROBLEM\("([a-z0-9-]+)", (\d{3}), "([^"]+)"\)', catalogue.read_text(), flags=re.M)
    return found or fail(f'{catalogue}: no PROBLEM() found')


def walk(node):
    """Yields every dict within node, itself first."""
    if isinstance(node, dict):
        yield node
        node = list(node.values())
    if isinstance(node, list):
        for child in node:
            yield from walk(child)


def rewrite_refs(schema, change):
    """Returns a copy of schema with change() applied to each $ref."""
    schema = copy.deepcopy(schema)
    for part in walk(schema):
        if isinstance(part.get('$ref'), str):
            part['$ref'] = change(part['$ref'])
    return schema


def resolve(document, ref, where):
    node = document
    for step in ref.removeprefix('#').split('/')[1:]:
        step = step.replace('~1', '/').replace('~0', '~')
        if not isinstance(node, dict) or step not in node:
            fail(f'{where}: {ref} leads nowhere')
        node = node[step]
    return node


def check_refs(document, where):
    for part in walk(document):
        if isinstance(part.get('$ref'), str):
            if not part['$ref'].startswith('#'):
                fail(f'{where}: {part["$ref"]} is not within the document')
            resolve(document, part['$ref'], where)


def check_used(document):
    used = {part['$ref'] for part in walk(document) if isinstance(part.get('$ref'), str)}
    for name in document['components']['schemas']:
        if COMPONENTS + name not in used:
            fail(f'openapi.yaml: nothing uses the schema {name}')


def add_text(kind, schema, beside, text):
    """Adds the member `text`, as one more of the alternatives of a problem. Beside it there are only the listed members."""
    for name in beside:
        if name not in schema['properties']:
            fail(f'kinds/{kind}.request.json: x-beside-text: there is no member {name}')
    alternatives = schema.get('oneOf') or schema.get('anyOf')
    if alternatives is None:
        fail(f'kinds/{kind}.request.json: with x-beside-text a problem is one of several (oneOf, anyOf)')
    for one in alternatives:
        one.setdefault('properties', {})['text'] = False
    alternatives.append({'title': 'As text', 'required': ['text'], 'properties': {'text': True},
                         'propertyNames': {'enum': ['text', 'job', *beside]}})
    schema['properties']['text'] = text


def complete_request(kind, schema, job, text):
    """Returns the kind's request schema with the members `job` and, if it has a text form, `text` of every problem."""
    schema = copy.deepcopy(schema)
    if schema.get('type') != 'object' or 'properties' not in schema:
        fail(f'kinds/{kind}.request.json: a problem is an object with properties')
    if schema['properties'].get('job', True) is not True:
        fail(f'kinds/{kind}.request.json: "job" is reserved; leave it out, or set it to true')
    beside = schema.pop('x-beside-text', None)
    if beside is not None:
        add_text(kind, schema, beside, text)
    schema['properties']['job'] = {'$ref': '#/$defs/job'}
    schema.setdefault('$defs', {})['job'] = {key: value for key, value in job.items() if key != '$schema'}
    return schema


def component(name, schema):
    """Returns a schema file as a component: references point into the component, $schema and $id are removed."""
    inside = rewrite_refs(schema, lambda ref: COMPONENTS + name + ref[1:] if ref.startswith('#') else ref)
    for part in walk(inside):
        for key in ('$schema', '$id'):
            if isinstance(part.get(key), str):
                del part[key]
    return inside


def camel(kind):
    return ''.join(word.capitalize() for word in kind.split('-'))


def examples_of(kind, media):
    """Returns the document's examples for this kind: those named KIND-…"""
    named = {name: value for name, value in media.get('examples', {}).items() if name.startswith(kind + '-')}
    media.pop('examples', None)
    if named:
        media['examples'] = named


def query_of(beside):
    """Returns the query parameters of a text: the members that may stand beside it."""
    return [{'name': name, 'in': 'query', 'schema': {'type': 'string'},
             'description': f'Beside a text: the member `{name}` of a request. JSON, else a string; several make an array.'}
            for name in beside]


def expand_paths(document, kinds, beside):
    for template, item in list(document['paths'].items()):
        if not template.startswith('/v1/{kind}'):
            continue
        del document['paths'][template]
        for kind in item.pop('x-kinds', kinds):
            one = copy.deepcopy(item)
            one['parameters'] = [p for p in one['parameters'] if p.get('$ref') != '#/components/parameters/kind']
            if not one['parameters']:
                del one['parameters']
            operation = one['post']
            operation['operationId'] += camel(kind)
            operation['summary'] += f' ({kind})'
            del operation['responses']['404']  # for an unknown kind, which a path of its own cannot be
            for media in operation['requestBody']['content'].values():
                examples_of(kind, media)
            json_in = operation['requestBody']['content'].get('application/json')
            if json_in:
                json_in['schema'] = {'$ref': f'{COMPONENTS}{kind}.request'}
            lines = operation['responses']['200']['content'].get('application/x-ndjson')
            if lines:
                member = {'problem': 'request'} if template.endswith('/read') else {'result': 'result'}
                lines['x-line'] = {'allOf': [lines['x-line'], {
                    'properties': {name: {'$ref': f'{COMPONENTS}{kind}.{what}'} for name, what in member.items()}}]}
            lines_in = operation['requestBody']['content'].get('application/x-ndjson')
            if lines_in:
                lines_in['x-line'] = {'$ref': f'{COMPONENTS}{kind}.request'}
            if template in ('/v1/{kind}', '/v1/{kind}/batch'):
                operation['parameters'] = operation.get('parameters', []) + query_of(beside[kind])
            operation['description'] = operation['description'].replace('{kind}', kind)
            document['paths'][template.replace('{kind}', kind)] = one


def tie_results(document, kinds):
    """Makes the kind of a job decide the schema of its result."""
    schemas = document['components']['schemas']
    schemas['JobBase']['allOf'] = [
        {'if': {'properties': {'kind': {'const': kind}}},
         'then': {'properties': {'result': {'anyOf': [{'$ref': f'{COMPONENTS}{kind}.result'}, {'type': 'null'}]}}}}
        for kind in kinds]
    schemas['JobBase']['properties']['kind'] = {'enum': kinds}
    schemas['ProblemOfKind'] = {
        'description': 'A problem of any kind.',
        'anyOf': [{'$ref': f'{COMPONENTS}{kind}.request'} for kind in kinds]}
    document['components']['parameters']['kind']['schema'] = {'type': 'string', 'enum': kinds}


def list_problems(document, problems):
    rows = ['| type | status | meaning |', '|---|---|---|']
    rows += [f'| `/problems/{name}` | {status} | {title} |' for name, status, title in problems]
    text = document['info']['description']
    if '@problem-types@' not in text:
        fail('openapi.yaml: info.description lacks the line @problem-types@')
    document['info']['description'] = text.replace('@problem-types@', '\n'.join(rows))
    document['components']['schemas']['ProblemType'] = {
        'type': 'string', 'enum': ['/problems/' + name for name, _, _ in problems]}


def build(source, registry, catalogue, extra):
    """Returns all files: name -> (media type, content)."""
    folder_of = {kind: source / 'kinds' for kind in kinds_of(registry)}
    if extra:
        folder_of |= {kind: extra for kind in kinds_of(extra / 'registry_test.def')}
    kinds, problems = list(folder_of), problems_of(catalogue)
    try:
        document = yaml.safe_load((source / 'openapi.yaml').read_text(encoding='utf-8'))
    except yaml.YAMLError as error:
        fail(f'openapi.yaml: {error}')
    job, text = read_json(source / 'job.json'), read_json(source / 'text.json')
    schemas = document['components']['schemas']
    schemas['JobOptions'] = component('JobOptions', job)
    files = {'job.json': ('application/schema+json', job)}
    beside = {}
    for kind in kinds:
        given = read_json(folder_of[kind] / f'{kind}.request.json')
        beside[kind] = given.get('x-beside-text', [])
        request = complete_request(kind, given, job, copy.deepcopy(text))
        result = read_json(folder_of[kind] / f'{kind}.result.json')
        for part, schema in (('request', request), ('result', result)):
            check_refs(schema, f'kinds/{kind}.{part}.json')
            files[f'{kind}.{part}.json'] = ('application/schema+json', schema)
            schemas[f'{kind}.{part}'] = component(f'{kind}.{part}', schema)
        schemas[f'{kind}.request']['properties']['job'] = {'$ref': COMPONENTS + 'JobOptions'}
        del schemas[f'{kind}.request']['$defs']['job']
    expand_paths(document, kinds, beside)
    tie_results(document, kinds)
    list_problems(document, problems)
    check_refs(document, 'openapi.yaml')
    check_used(document)
    files['openapi.json'] = ('application/json', document)
    return files


def c_string(text):
    """Returns ASCII text as C string literals of at most 96 characters."""
    pieces = [text[i:i + 96] for i in range(0, len(text), 96)] or ['']
    quoted = (piece.replace('\\', '\\\\').replace('"', '\\"').replace('?', '\\?') for piece in pieces)
    return '\n'.join(f'    "{piece}"' for piece in quoted)


def c_bytes(data):
    """Returns the elements of a C array, 24 a line."""
    return '\n'.join('    ' + ''.join(f'{byte},' for byte in data[i:i + 24]) for i in range(0, len(data), 24))


def c_source(files):
    arrays, table = [], []
    for number, (name, (media, content)) in enumerate(sorted(files.items())):
        text = json.dumps(content, ensure_ascii=True, separators=(',', ':'))
        etag = hashlib.sha256(text.encode()).hexdigest()[:32]
        arrays.append(f'static const char file_{number}[] =\n{c_string(text)};\n')
        packed = gzip.compress(text.encode(), 9, mtime=0)
        arrays.append(f'static const unsigned char gzip_{number}[] = {{\n{c_bytes(packed)}\n}};\n')
        table.append(f'    {{"{name}", "{media}", "\\"{etag}\\"", file_{number}, sizeof file_{number} - 1, '
                     f'"\\"{etag}-gzip\\"", gzip_{number}, sizeof gzip_{number}}},\n')
    return ('/* Made by schema/embed.py; do not edit. */\n#include <schema/embedded.h>\n\n' + '\n'.join(arrays)
            + '\nconst struct schema_file schema_files[] = {\n' + ''.join(table) + '};\n'
            + f'const size_t schema_files_count = {len(table)};\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ('source', 'registry', 'catalogue', 'c', 'json'):
        parser.add_argument('--' + name, required=True, type=pathlib.Path)
    parser.add_argument('--extra', type=pathlib.Path)
    options = parser.parse_args()
    files = build(options.source, options.registry, options.catalogue, options.extra)
    options.c.write_text(c_source(files), encoding='ascii')
    options.json.write_text(json.dumps(files['openapi.json'][1], indent=1) + '\n', encoding='ascii')


main()
