import { expect, test } from 'vitest';
import { allEndpoints, endpoints } from '#contract/endpoints.ts';
import type { JsonSchema } from './json-schemas.ts';
import { createOpenApiDocument } from './openapi-document.ts';

const document = createOpenApiDocument(endpoints, '1.2.3') as {
  paths: Record<string, Record<string, JsonSchema & { parameters: JsonSchema[]; responses: JsonSchema }>>;
  components: Record<string, Record<string, JsonSchema>>;
};
const operations = Object.values(document.paths).flatMap((path) => Object.entries(path));

test('describes every endpoint once, with its name as operation id', () => {
  expect(operations.map(([, operation]) => operation.operationId).sort()).toEqual(
    Object.keys(endpoints).sort(),
  );
  expect(operations).toHaveLength(allEndpoints.length);
});

test('has no two paths that differ only in the names of their parameters', () => {
  const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));
  expect(new Set(shapes).size).toBe(shapes.length);
  expect(Object.keys(document.paths['/users/{emailOrId}'] ?? {}).sort()).toEqual([
    'delete',
    'get',
    'patch',
    'put',
  ]);
});

test('describes every path parameter as required', () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const operation of Object.values(methods)) {
      const described = operation.parameters.filter((one) => one.in === 'path');
      expect(described.map((one) => `{${one.name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(described.every((one) => one.required === true)).toBe(true);
    }
});

test('has no broken references', () => {
  const references = JSON.stringify(document).match(/"#\/components\/[^"]+"/g) ?? [];
  expect(references.length).toBeGreaterThan(20);
  for (const reference of references) {
    const [, , kind = '', name = ''] = reference.slice(1, -1).split('/');
    expect(document.components[kind]?.[name], reference).toBeDefined();
  }
});

test('describes the rules by which requests are validated, the required sign-in and the answers', () => {
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
