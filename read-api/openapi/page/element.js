/** Creates an element. Children are strings or elements. */
export const element = (name, properties, children = []) => {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
};
