/**
 * A text in lines of about so many letters, broken between words; what does not fit ends with '…'. SVG text does not
 * wrap by itself.
 */
export const wrapText = (text: string, letters: number, most: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.length > letters ? `${word.slice(0, letters - 1)}…` : word);
  }
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  const end = kept.at(-1) ?? '';
  return [...kept.slice(0, -1), `${end.slice(0, letters - 1).replace(/…$/, '')}…`];
};
