import { expect, test } from 'vitest';
import { allCalls, calls } from '#contract/calls.ts';
import { openApiDocument } from './document.ts';
import type { JsonSchema } from './schemas.ts';

const document = openApiDocument(calls, '1.2.3') as {
  paths: Record<string, Record<string, JsonSchema & { parameters: JsonSchema[]; responses: JsonSchema }>>;
  components: Record<string, Record<string, JsonSchema>>;
};
const operations = Object.values(document.paths).flatMap((path) => Object.entries(path));

test('every call is described once, by the name that it has in the table', () => {
  expect(operations.map(([, operation]) => operation.operationId).sort()).toEqual(Object.keys(calls).sort());
  expect(operations).toHaveLength(allCalls.length);
});

test('no two paths differ by the names of their parameters only', () => {
  const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
  expect(new Set(shapes).size).toBe(shapes.length);
  expect(Object.keys(document.paths['/users/{emailOrId}'] ?? {}).sort()).toEqual([
    'delete',
    'get',
    'patch',
    'put',
  ]);
});

test('every parameter of a path is described, and required', () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const operation of Object.values(methods)) {
      const described = operation.parameters.filter((one) => one.in === 'path');
      expect(described.map((one) => `{${one.name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(described.every((one) => one.required === true)).toBe(true);
    }
});

test('every reference leads somewhere', () => {
  const references = JSON.stringify(document).match(/"#\/components\/[^"]+"/g) ?? [];
  expect(references.length).toBeGreaterThan(20);
  for (const reference of references) {
    const [, , kind = '', name = ''] = reference.slice(1, -1).split('/');
    expect(document.components[kind]?.[name], reference).toBeDefined();
  }
});

test('what is described is what is validated', () => {
  const { CourseFields, Course } = document.components.schemas as Record<string, JsonSchema>;
  expect(CourseFields).toMatchObject({
    properties: {
      course_code: { enum: expect.arrayContaining(['CSE', 'PSY']) },
      course_name: { minLength: 1 },
      price: { minimum: 0, maximum: 1_000_000 },
    },
    required: expect.arrayContaining(['course_name', 'price']),
  });
  expect(Object.keys(Course?.properties ?? {})).toContain('_id');
  const { UserRegistration } = document.components.schemas as Record<string, JsonSchema>;
  expect(UserRegistration?.required).not.toContain('userType');
  const add = document.paths['/courses']?.post;
  expect(add).toMatchObject({
    security: [{ firebase: [] }],
    requestBody: {
      content: { 'application/json': { schema: { $ref: '#/components/schemas/CourseFields' } } },
    },
  });
  expect(Object.keys(add?.responses ?? {})).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '422', '429']),
  );
  expect(document.paths['/courses']?.get).toMatchObject({
    security: [],
    responses: { 200: { content: { 'application/json': { schema: { type: 'array' } } } } },
  });
});
