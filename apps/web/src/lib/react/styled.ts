// Styles of one element. The content security policy of our pages allows no style attribute in HTML, so they are set
// through the element when it is mounted.

/** A ref that sets these styles. */
export function styled(styles: Partial<CSSStyleDeclaration>): (element: HTMLElement | null) => void {
  return (element) => {
    if (element) Object.assign(element.style, styles);
  };
}
