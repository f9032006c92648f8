const maxCount = 99;

/** Returns the text of a small badge with a count: '7', or '99+'. */
export const formatBadgeCount = (count: number): string => (count > maxCount ? `${maxCount}+` : `${count}`);
