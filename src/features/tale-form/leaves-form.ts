/** Parameters of the address that say which form is open. All others may change while one writes, such as a search in the list. */
const OF_THE_FORM = ['tale', 'mode'];

type Place = { pathname: string; search: string };

/** Whether a step to another address closes the form that is open at this one. */
export function leavesForm(here: Place, there: Place): boolean {
  if (here.pathname !== there.pathname) return true;
  const [now, next] = [new URLSearchParams(here.search), new URLSearchParams(there.search)];
  return OF_THE_FORM.some((name) => now.get(name) !== next.get(name));
}
