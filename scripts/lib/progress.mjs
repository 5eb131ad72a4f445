/**
 * Shows progress: a line with the elapsed seconds in a terminal, else a line after 2 s and then every 10 s. Returns a function that ends
 * it, with a last line when it took at least a second.
 */
export function progress(what, out = process.stderr) {
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  let nextLine = 2;
  const show = () => {
    if (out.isTTY) out.write(`\r${what} … ${seconds()} s `);
    else if (seconds() >= nextLine) {
      out.write(`${what} … ${seconds()} s\n`);
      nextLine = seconds() + 10;
    }
  };
  const timer = setInterval(show, out.isTTY ? 200 : 1000);
  show();
  return (result) => {
    clearInterval(timer);
    if (out.isTTY) out.write('\r\x1b[K');
    if (result && seconds() >= 1) out.write(`${what}: ${result} in ${seconds()} s\n`);
  };
}
