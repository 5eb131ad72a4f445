/**
 * Turns to another page of the site as if a link to it had been clicked, so that whoever follows links (the router,
 * or else the browser itself) also follows this.
 */
export function go(href: string): void {
  const link = document.createElement('a');
  link.href = href;
  document.body.append(link);
  link.click();
  link.remove();
}
