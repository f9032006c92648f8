/** How much a line of text may be smaller than it is meant, in steps. */
const step = 0.94;

/**
 * The largest size of text that fits: from the one that is meant downwards.
 * @param fits whether the text at a size (px) stays within its box.
 * @param smallest given where nothing fits.
 */
export const largestThatFits = (fits: (size: number) => boolean, meant: number, smallest: number): number => {
  for (let size = meant; size > smallest; size *= step) if (fits(size)) return size;
  return smallest;
};

/** Sets the text's size so that it stays within its parent, over as many lines as that takes. */
export const fitIntoParent = (text: HTMLElement, meant: number, smallest: number): void => {
  const box = text.parentElement;
  if (!box) return;
  const fits = (size: number) => {
    text.style.fontSize = `${size}px`;
    return text.offsetHeight <= box.clientHeight && text.scrollWidth <= box.clientWidth;
  };
  text.style.fontSize = `${largestThatFits(fits, meant, smallest)}px`;
};
