/** Hands something to the person as a file of this name. */
export const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers ask first where to put it, and read it afterwards.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
