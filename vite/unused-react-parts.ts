import type { Plugin } from 'vite';

const REACT_DOM = '/react-dom/cjs/react-dom-client.production.js';
/** What implements view transitions and refs of fragments. Without either on a page, each of these functions does nothing. */
const FUNCTION = /^function ((?!is)\w*(?:ViewTransition|FragmentInstance|FragmentHandle|AfterMutationEffects)\w*)\(.*?^\}$/gms;
const METHOD = /^(?:ViewTransitionPseudoElement|FragmentInstance)\.prototype\.\w+ = .*?^\};$/gms;
/** Another number means that React has changed: read the functions anew. */
const FOUND = 52;

/** What needs the parts that are left out. */
const USE = /\bViewTransition\b|<(?:React\.)?Fragment\b[^>]*\sref=/;

/** Leaves view transitions and refs of fragments, which no page uses, out of the main script: 5 % of it. */
export function unusedReactParts(): Plugin {
  let isFound = false;
  return {
    name: 'unused-react-parts',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith(REACT_DOM)) {
        isFound = true;
        return { code: leaveOut(code), map: null };
      }
      if (/\/node_modules\/(?:react|react-dom)\//.test(id)) return null;
      if (USE.test(code)) this.error(`${id} uses a part of React that vite/unused-react-parts.ts leaves out.`);
      return null;
    },
    buildEnd(error) {
      if (error === undefined && !isFound) this.error(`${REACT_DOM} is not in the build; update vite/unused-react-parts.ts.`);
    },
  };
}

function leaveOut(code: string): string {
  let found = 0;
  const count = (replacement: string) => {
    found += 1;
    return replacement;
  };
  const shorter = code.replace(FUNCTION, (_, name) => count(`function ${name}() {}`)).replace(METHOD, () => count(''));
  if (found !== FOUND) throw new Error(`${found} parts of React found instead of ${FOUND}; update vite/unused-react-parts.ts.`);
  return shorter;
}
