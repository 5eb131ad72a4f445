/** An address as one types it: without the protocol where that goes without saying. */
export function addressInWords(url: string): string {
  return url.replace(/^https:\/\//, '').replace(/\/$/, '');
}
