import type { Plugin } from 'vite';

const REACT_DOM = '/react-dom/cjs/react-dom-client.production.js';
/** What implements view transitions and refs of fragments. Without either on a page, each of these functions does nothing. */
const FUNCTION = /^function ((?!is)\w*(?:ViewTransition|FragmentInstance|FragmentHandle|AfterMutationEffects)\w*)\(.*?^\}$/gms;
const METHOD = /^(?:ViewTransitionPseudoElement|FragmentInstance)\.prototype\.\w+ = .*?^\};$/gms;
/** Another number means that React has changed: read the functions anew. */
const FOUND = 52;

/** More functions by what they implement, with what they return where that matters. All are only called for what no page uses. */
const PARTS: Record<string, string> = {
  'documents, styles, scripts and links rendered by React, and waiting for images in view transitions': `
    preconnectAs prefetchDNS preconnect preload preloadModule preinitStyle preinitScript preinitModuleScript getResource getStyleKey
    getStylesheetSelectorFromKey stylesheetPropsFromRawProps preloadStylesheet getScriptKey getScriptSelectorFromKey acquireResource
    insertStylesheet adoptPreloadPropsForStylesheet adoptPreloadPropsForScript getHydratableHoistableCache mountHoistable
    isHostHoistableType preloadResource preloadResourceAndSuspendIfNeeded suspendResource insertSuspendedStylesheets
    insertStylesheetIntoRoot createHoistableInstance getResourcesFromRoot markNodeAsHoistable clearPendingLoadOnNode onUnsuspend
    checkIfFullyUnsuspended waitForCommitToBeReady=null estimateBandwidth isLikelyStaticResource estimateImageBytes suspendInstance
    preloadInstanceAndSuspendIfNeeded maySuspendCommit onUnsuspendImg accumulateSuspenseyCommitOnFiber
    recursivelyAccumulateSuspenseyCommit resolveSingletonInstance releaseSingletonInstance clearSingletonPreambleContribution
    commitHostSingletonAcquisition`,
  'SuspenseList and Activity': `
    findLastContentRow initSuspenseListRenderState reverseChildren updateSuspenseListComponent cutOffTailIfNeeded mountActivityChildren
    retryActivityComponentWithoutHydrating updateActivityComponent pushDehydratedActivitySuspenseHandler
    commitActivityHydrationCallbacks`,
  'form actions, useActionState, useOptimistic, useFormStatus and useTransition': `
    dispatchActionState runActionStateAction handleActionReturnValue onActionSuccess onActionError notifyActionListeners
    actionStateReducer mountActionState updateActionState updateActionStateImpl actionStateActionEffect rerenderActionState
    startHostTransition ensureFormComponentIsStateful requestFormReset requestFormReset$1 useHostTransitionStatus
    TransitionAwareHostComponent recursivelyResetForms updateOptimisticImpl dispatchOptimisticSetState extractEvents$1
    coerceFormActionProp startTransition`,
  'component stacks of errors, which nothing reports': `
    describeBuiltInComponentFrame describeNativeComponentFrame describeFiber getStackByFiberInDevAndProd getComponentNameFromType`,
  'onBeforeInput and onSelect of fields':
    'isFallbackCompositionEnd getNativeBeforeInputChars getFallbackBeforeInputChars constructSelectEvent',
  'properties of custom elements': 'setPropOnCustomElement',
  'developer tools, the compiler, findDOMNode, and the indicator of asynchronous transitions': `
    findCurrentFiberUsingSlowPath findCurrentHostFiberImpl attemptExplicitHydrationTarget defaultOnDefaultTransitionIndicator
    setIsStrictModeForDevtools useMemoCache updateRefresh refreshCache queueTransitionTypes claimQueuedTransitionTypes=null`,
};

/** Properties with another name as attribute, of which most are for SVG: those that we or sonner use. */
const KEPT_ALIASES = 'htmlFor crossOrigin clipRule fillRule shapeRendering strokeLinecap strokeLinejoin strokeWidth textAnchor'.split(' ');
const ALIASES = /^var aliases = new Map\(\[.*?^ {2}\]\),$/ms;

/** What needs the parts that are left out, in any module. */
const USE =
  /\b(?:ViewTransition|SuspenseList|useActionState|useFormStatus|useOptimistic|useTransition|findDOMNode|addTransitionType|onBeforeInput)\b|<(?:React\.)?Fragment\b[^>]*\sref=|<(?:React\.)?Activity\b|react\/compiler-runtime/;
/** The same in our components. */
const ELEMENT =
  /^\s*(?:return |\(|[?:&|]+ )?<(?:html|head|body|link|script|style|meta|[a-z]+-[a-z-]+)[\s>]|<(?:input|textarea)\b[^>]*\sonSelect=|\b(?:formAction|<form[^>]*\saction)=\{\(/m;

/** Leaves parts of React that no page uses out of the main script: 14 % of it. */
export function unusedReactParts(): Plugin {
  let isFound = false;
  const properties = new Set<string | undefined>();
  let missingAliases: readonly string[] = [];
  return {
    name: 'unused-react-parts',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith(REACT_DOM)) {
        isFound = true;
        const { shorter, aliases } = leaveOutAliases(leaveOut(code));
        missingAliases = aliases;
        return { code: shorter, map: null };
      }
      if (/\/node_modules\/(?:react|react-dom)\//.test(id)) return null;
      if (USE.test(code) || (id.endsWith('.tsx') && ELEMENT.test(code)))
        this.error(`${id} uses a part of React that vite/unused-react-parts.ts leaves out.`);
      for (const [, name] of id.endsWith('.tsx') ? code.matchAll(/\s([a-z]+[A-Z]\w*)=/g) : []) properties.add(name);
      return null;
    },
    buildEnd(error) {
      if (error === undefined && !isFound) this.error(`${REACT_DOM} is not in the build; update vite/unused-react-parts.ts.`);
      const used = missingAliases.filter((name) => properties.has(name));
      if (error === undefined && used.length > 0) this.error(`Add ${used} to KEPT_ALIASES in vite/unused-react-parts.ts.`);
    },
  };
}

function leaveOut(code: string): string {
  let found = 0;
  const count = (replacement: string) => {
    found += 1;
    return replacement;
  };
  let shorter = code.replace(FUNCTION, (_, name) => count(`function ${name}() {}`)).replace(METHOD, () => count(''));
  if (found !== FOUND) throw new Error(`${found} parts of React found instead of ${FOUND}; update vite/unused-react-parts.ts.`);
  for (const part of Object.values(PARTS).flatMap((names) => names.trim().split(/\s+/))) {
    const [name = '', result = ''] = part.split('=');
    const start = shorter.search(new RegExp(`^function ${name.replace('$', '\\$')}\\(`, 'm'));
    if (start < 0) throw new Error(`React has no function ${name}; update vite/unused-react-parts.ts.`);
    shorter = `${shorter.slice(0, start)}function ${name}() { return ${result}; }${shorter.slice(shorter.indexOf('\n}\n', start) + 2)}`;
  }
  return shorter;
}

function leaveOutAliases(code: string): { shorter: string; aliases: string[] } {
  const aliases: string[] = [];
  const [map] = ALIASES.exec(code) ?? [];
  if (map === undefined) throw new Error('React has no aliases of attributes; update vite/unused-react-parts.ts.');
  const fewer = map.replace(/\["(\w+)", "[^"]+"\],?/g, (entry, name: string) => {
    if (KEPT_ALIASES.includes(name)) return entry;
    aliases.push(name);
    return '';
  });
  return { shorter: code.replace(map, () => fewer), aliases };
}
