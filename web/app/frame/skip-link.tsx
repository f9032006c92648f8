/** The first element in tab order. It moves the focus to the main content. */
export const SkipLink = () => (
  <a
    href="#content"
    className="fixed top-2 left-2 z-50 -translate-y-24 rounded-control bg-brand px-4 py-2.5 font-medium text-on-brand focus:translate-y-0"
  >
    Skip to main content
  </a>
);
