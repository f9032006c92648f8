import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { toJsonSchema } from './json-schemas.ts';

test('describes nested objects of requests as they are validated: fields with a default are optional, unknown ones are allowed', () => {
  const place = z.object({ module: z.number(), second: z._default(z.number(), 0) });
  const request = z.object({ note: z.string(), place, places: z.array(place) });
  const described = {
    type: 'object',
    properties: { module: { type: 'number' }, second: { type: 'number', default: 0 } },
    required: ['module'],
  };
  expect(toJsonSchema(request, 'request')).toEqual({
    type: 'object',
    properties: {
      note: { type: 'string' },
      place: described,
      places: { type: 'array', items: described },
    },
    required: ['note', 'place', 'places'],
  });
});
