/** Makes an element: properties are set, children are text or elements. */
export const element = (name, properties, children = []) => {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
};
