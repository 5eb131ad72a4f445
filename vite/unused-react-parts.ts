import { type Plugin, parseAst } from 'vite';

const REACT_DOM = '/react-dom/cjs/react-dom-client.production.js';

/** Exports of React's packages that neither the site nor a library uses. */
const EXPORTS: Record<string, string> = {
  '/react/cjs/react.production.js': `Activity Children Profiler PureComponent ViewTransition __COMPILER_RUNTIME addTransitionType cache
    cacheSignal cloneElement createRef unstable_useCacheRefresh useActionState useDebugValue useInsertionEffect useOptimistic useReducer
    useTransition`,
  '/react-dom/cjs/react-dom.production.js': `browser preconnect prefetchDNS preinit preinitModule preload preloadModule requestFormReset
    unstable_batchedUpdates useFormState useFormStatus version`,
  '/scheduler/cjs/scheduler.production.js': `unstable_Profiling unstable_forceFrameRate unstable_next unstable_runWithPriority
    unstable_wrapCallback`,
};
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
  'Internet Explorer': `
    stopWatchingForValueChange handlePropertyChange handleEventsForInputEventPolyfill getTargetInstForInputEventPolyfill`,
  'properties of custom elements': 'setPropOnCustomElement',
  'developer tools, the compiler, findDOMNode, and the indicator of asynchronous transitions': `
    findCurrentFiberUsingSlowPath findCurrentHostFiberImpl attemptExplicitHydrationTarget defaultOnDefaultTransitionIndicator
    setIsStrictModeForDevtools useMemoCache updateRefresh refreshCache queueTransitionTypes claimQueuedTransitionTypes=null`,
};

/** Properties with another name as attribute, of which most are for SVG: those that we or sonner use. */
const KEPT_ALIASES = 'htmlFor crossOrigin clipRule fillRule shapeRendering strokeLinecap strokeLinejoin strokeWidth textAnchor'.split(' ');
const ALIASES = /^var aliases = new Map\(\[.*?^ {2}\]\),$/ms;

/** Statements of React DOM, from their first words to (not including) the last, for what no page uses. */
const STATEMENTS: Record<string, [from: string, to: string]> = {
  'onSelect, onBeforeInput and onComposition… of fields': [
    '      handleEventFunc = targetInst ? getNodeFromInstance(targetInst) : window;\n      switch (domEventName) {',
    '      extractEvents$1(',
  ],
  'their registration': ['registerTwoPhaseEvent(\n  "onSelect",', 'var mediaEventTypes'],
  'form actions': [
    '      if ("function" === typeof value) {\n        domElement.setAttribute(\n          key,\n          "javascript',
    '      if (\n',
  ],
  'form actions before hydration': ['  i = (unblocked.ownerDocument || unblocked).$$reactFormReplay;', '}\nfunction defaultOnDefault'],
  'options of createRoot': [
    '  null !== options &&\n    void 0 !== options &&\n    (!0 === options.unstable',
    '  options = createFiberRoot(',
  ],
  'options of hydrateRoot': [
    '  null !== options &&\n    void 0 !== options &&\n    (!0 === options.unstable',
    '  initialChildren = createFiberRoot(',
  ],
};

/**
 * Tags of fibers that are never created: Profiler, IncompleteClass, SuspenseList, Scope, LegacyHidden, Cache, TracingMarker, Hoistable (styles,
 * links), Singleton (html, head, body), IncompleteFunction, ViewTransition, Activity.
 */
const UNUSED_TAGS: readonly unknown[] = [12, 17, 19, 21, 23, 24, 25, 26, 27, 28, 30, 31];
/** Methods that no class component has. */
const UNUSED_METHODS =
  /^(?:component(?:DidMount|DidUpdate|DidCatch|WillUnmount)|(?:UNSAFE_)?componentWill(?:Mount|Update|ReceiveProps)|shouldComponentUpdate|getSnapshotBeforeUpdate)$/;
/** Hooks that nothing calls. */
const UNUSED_HOOKS =
  /^use(?:InsertionEffect|Reducer|DebugValue|Transition|HostTransitionStatus|FormState|ActionState|Optimistic|MemoCache|CacheRefresh)$/;
/** Properties that no element has. */
const UNUSED_PROPERTIES =
  /^(?:xlink|xml)[A-Z]|^(?:autoReverse|externalResourcesRequired|preserveAlpha|disableRemotePlayback|itemScope|noModule)$/;

/** What needs the parts that are left out, in any module. */
const USE =
  /\b(?:ViewTransition|SuspenseList|Profiler|use(?:ActionState|FormStatus|Optimistic|Transition|Reducer|InsertionEffect|DebugValue)|findDOMNode|addTransitionType|on(?:BeforeInput|Composition(?:Start|Update|End))|cloneElement|PureComponent|createRef|component(?:DidMount|DidUpdate|DidCatch|WillUnmount)|shouldComponentUpdate|getSnapshotBeforeUpdate|on(?:Uncaught|Caught|Recoverable)Error|identifierPrefix)\b|\b(?:React\.Children|unstable_(?!source)\w+)\b|<(?:React\.)?Fragment\b[^>]*\sref=|<(?:React\.)?Activity\b|react\/compiler-runtime/;
/** The same in our components. */
const ELEMENT =
  /^\s*(?:return |\(|[?:&|]+ )?<(?:html|head|body|link|script|style|meta|[a-z]+-[a-z-]+)[\s>]|<(?:input|textarea)\b[^>]*\sonSelect=|\b(?:formAction|<form[^>]*\saction)=\{\(/m;

/** Leaves parts of React that no page uses out of the main script: a fifth of it. */
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
        return { code: edit(shorter, foldUnused), map: null };
      }
      const exported = Object.entries(EXPORTS).find(([file]) => id.endsWith(file));
      if (exported) return { code: leaveOutExports(code, exported[1].trim().split(/\s+/)), map: null };
      if (/\/node_modules\/(?:react|react-dom)\//.test(id)) return null;
      if (USE.test(code) || (id.endsWith('.tsx') && ELEMENT.test(code)))
        this.error(`${id} uses a part of React that vite/unused-react-parts.ts leaves out.`);
      for (const [, name = ''] of id.endsWith('.tsx') ? code.matchAll(/\s([a-z]+[A-Z]\w*)=/g) : []) {
        if (UNUSED_PROPERTIES.test(name)) this.error(`${id}: remove ${name} from UNUSED_PROPERTIES in vite/unused-react-parts.ts.`);
        properties.add(name);
      }
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
  for (const [part, [from, to]] of Object.entries(STATEMENTS)) {
    const start = shorter.indexOf(from);
    const end = shorter.indexOf(to, start + from.length);
    if (start < 0 || end < 0) throw new Error(`Not found in React: ${part}; update vite/unused-react-parts.ts.`);
    shorter = shorter.slice(0, start) + shorter.slice(end);
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

function leaveOutExports(code: string, names: readonly string[]): string {
  const left = new Set(names);
  const shorter = edit(code, (node) => {
    const { type, left: target } = (node.expression ?? {}) as Node;
    if (node.type !== 'ExpressionStatement' || type !== 'AssignmentExpression') return [];
    const [, name = ''] = /^exports\.(\w+)$/.exec(textOf(target as Node, code)) ?? [];
    return left.delete(name) ? [{ ...node, text: '' }] : [];
  });
  if (left.size > 0) throw new Error(`React has no exports ${[...left]}; update vite/unused-react-parts.ts.`);
  return shorter;
}

type Node = { type: string; start: number; end: number; [field: string]: unknown };
type Edit = { start: number; end: number; text: string };

/** Applies the edits that `find` returns for nodes of the syntax tree. What is in an edited node is not visited. */
function edit(code: string, find: (node: Node, code: string) => readonly Edit[]): string {
  const edits: Edit[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === 'object' && node !== null) {
      const found = 'type' in node ? find(node as Node, code) : [];
      edits.push(...found);
      const isEdited = (child: unknown) => found.some(({ start, end }) => contains({ start, end }, child));
      for (const child of Object.values(node).flat()) if (!isEdited(child)) visit(child);
    }
  };
  visit(parseAst(code));
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), code);
}

function contains({ start, end }: { start: number; end: number }, child: unknown): boolean {
  const { start: from = -1, end: to = -1 } = (child ?? {}) as Partial<Node>;
  return start <= from && to <= end;
}

function textOf(node: Node | undefined, code: string): string {
  return node === undefined ? '' : code.slice(node.start, node.end);
}

/** Makes conditions constant, for the minifier to remove what is behind them, and removes cases and hooks. */
function foldUnused(node: Node, code: string): Edit[] {
  if (node.type === 'SwitchStatement') return unusedCases(node, code);
  if (node.type === 'ObjectExpression') {
    const hooks = node.properties as Node[];
    if (textOf(hooks[0], code) !== 'readContext: readContext') return [];
    return hooks.flatMap((hook) => (UNUSED_HOOKS.test(textOf(hook.key as Node, code)) ? [{ ...hook, text: '...null' }] : []));
  }
  const { operator } = node;
  if (node.type !== 'BinaryExpression' || (operator !== '===' && operator !== '!==')) return [];
  const [left, right] = [node.left as Node, node.right as Node];
  const isTag = UNUSED_TAGS.includes(left.value) && /(?:^|\.)tag$|Tag$/.test(textOf(right, code));
  const [, method = ''] = /^typeof \w+\.(\w+)$/.exec(textOf(right, code)) ?? [];
  return isTag || (left.value === 'function' && UNUSED_METHODS.test(method)) ? [{ ...node, text: operator === '===' ? '!1' : '!0' }] : [];
}

/** A case that is reached from the one before it loses its label only. Variables that it declares are also used by others. */
function unusedCases({ discriminant, cases }: Node, code: string): Edit[] {
  const of = textOf(discriminant as Node, code);
  const isUnused = ({ value }: Partial<Node>) =>
    of === 'key' ? UNUSED_PROPERTIES.test(String(value)) : /\.tag$/.test(of) && UNUSED_TAGS.includes(value);
  let isReached = false;
  return (cases as Node[]).flatMap((one) => {
    const statements = one.consequent as Node[];
    const wasReached = isReached;
    const unused = isUnused((one.test ?? {}) as Node);
    isReached = (wasReached || !unused) && !isEnd(statements.at(-1));
    if (!unused) return [];
    if (wasReached) return [{ start: one.start, end: statements[0]?.start ?? one.end, text: '' }];
    const variables = declaredIn(one);
    return [{ ...one, text: variables.length > 0 ? `case -1: var ${variables};` : '' }];
  });
}

function declaredIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, id } = node as Node;
  return [...(type === 'VariableDeclarator' ? [(id as { name: string }).name] : []), ...Object.values(node).flatMap(declaredIn)];
}

/** Whether nothing after the statement is reached. */
function isEnd(statement: Node | undefined): boolean {
  if (statement === undefined) return false;
  const { type } = statement;
  if (type === 'BlockStatement') return isEnd((statement.body as Node[]).at(-1));
  if (type === 'IfStatement') return isEnd(statement.consequent as Node) && isEnd((statement.alternate ?? undefined) as Node | undefined);
  return /^(?:Break|Return|Throw|Continue)Statement$/.test(type);
}
