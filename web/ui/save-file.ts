/** Makes the browser save a file, as if the user had followed a download link. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers ask for a folder first and read the content later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
