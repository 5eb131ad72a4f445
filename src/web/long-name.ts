/** Whether a name of the site does not fit into the top bar of a phone in the large font. Letters of other scripts are wider. */
export function isLongName(name: string): boolean {
  return !/^[\p{Script=Latin}\P{L}]{0,10}$/u.test(name);
}
