/** What is heard of each state of each panel (test/journeys/panel-states.ts): roles, names, states, and what live regions say. */
export const PANEL_WORDS: Record<string, string> = {};
