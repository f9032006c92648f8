import { cutText } from '../text/cut-text.ts';

/**
 * Breaks a text between words into lines of at most `maxCharacters` characters, because SVG does not break lines. Text that does
 * not fit is cut and ends with '…'.
 */
export const wrapText = (text: string, maxCharacters: number, maxLines: number): string[] => {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const lastLine = lines.at(-1);
    if (lastLine !== undefined && lastLine.length + 1 + word.length <= maxCharacters)
      lines[lines.length - 1] = `${lastLine} ${word}`;
    else lines.push(word.length > maxCharacters ? `${cutText(word, maxCharacters - 1)}…` : word);
  }
  if (lines.length <= maxLines) return lines;
  const visible = lines.slice(0, maxLines);
  const lastVisible = visible.at(-1) ?? '';
  return [...visible.slice(0, -1), `${cutText(lastVisible, maxCharacters - 1).replace(/…$/, '')}…`];
};
