/** Each further attempt multiplies the font size by this factor. */
const shrinkFactor = 0.94;

/**
 * Returns the first font size in pixels that fits, from `preferred` downwards in steps of {@link shrinkFactor}.
 * @param fits returns whether the text fits at a font size.
 * @param smallest returned if no larger size fits.
 */
export const findLargestFittingSize = (
  fits: (size: number) => boolean,
  preferred: number,
  smallest: number,
): number => {
  for (let size = preferred; size > smallest; size *= shrinkFactor) if (fits(size)) return size;
  return smallest;
};

/** Sets the font size of a text so that it fits into its parent, on as many lines as needed. */
export const fitTextToParent = (text: HTMLElement, preferred: number, smallest: number): void => {
  const box = text.parentElement;
  if (!box) return;
  const fits = (size: number) => {
    text.style.fontSize = `${size}px`;
    return text.offsetHeight <= box.clientHeight && text.scrollWidth <= box.clientWidth;
  };
  text.style.fontSize = `${findLargestFittingSize(fits, preferred, smallest)}px`;
};
