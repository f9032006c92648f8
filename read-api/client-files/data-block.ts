/**
 * Returns a script element with JSON, which browsers do not execute, so the content security policy does not apply to
 * it. The JSON contains no `<`, so no text in it can end the element.
 * @param attributes of the element, with the type of its content.
 */
export const formatDataBlock = (attributes: string, data: unknown): string =>
  `<script ${attributes}>${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
