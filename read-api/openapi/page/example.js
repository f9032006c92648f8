const examples = { uuid: '00000000-0000-4000-8000-000000000000', email: 'somebody@example.org' };

/** Returns an example value for a schema of the description. */
export const exampleOf = (document, schema) => {
  if (schema.$ref) return exampleOf(document, document.components.schemas[schema.$ref.split('/').at(-1)]);
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return exampleOf(document, schema.anyOf[0]);
  if (schema.type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, property]) => [
        name,
        // The schema does not say that this text has to be an address.
        name === 'imageUrl' ? '/course.svg' : exampleOf(document, property),
      ]),
    );
  if (schema.type === 'array') return [];
  if (schema.type === 'number' || schema.type === 'integer') return schema.minimum ?? 0;
  return examples[schema.format] ?? 'text';
};
