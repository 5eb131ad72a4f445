/** Field of the action in the API, whose name is kept for compatibility. */
export const ACTION_FIELD = 'deed';

/** Returns the planned or completed action for a tale of an import. */
export function actionOf<Action>(tale: { [ACTION_FIELD]: Action }): Action {
  return tale[ACTION_FIELD];
}
