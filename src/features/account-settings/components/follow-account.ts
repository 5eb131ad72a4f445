/** Follows the changes that other devices make to the account's library and settings, while the page is visible. */
import { refreshCurrentUser } from '#src/api-client/current-user.ts';
import { type Channel, joinChannel } from '#src/api-client/realtime-client.ts';
import { DEVICE, pullBookshelf } from '#src/features/reader-library/components/library-store.ts';

let account: string | undefined;
let channel: Channel | undefined;
let isStarted = false;

/** Follows an account instead of the previous one; undefined: none. */
export function followAccount(id: string | undefined): void {
  channel?.leave();
  channel = undefined;
  account = id;
  if (!isStarted) document.addEventListener('visibilitychange', update);
  isStarted = true;
  update();
}

/** A hidden page holds no connection: the library and the user are fetched when it is shown again. */
function update(): void {
  if (account !== undefined && document.visibilityState === 'visible')
    channel ??= joinChannel(`account:${account}`, {
      // Changed since the page fetched it, or while the connection was lost.
      onJoined: () => void pullBookshelf(),
      onEvent: (event, data) => {
        if (event === 'settings') void refreshCurrentUser();
        else if ((data as { by: string | null }).by !== DEVICE) void pullBookshelf();
      },
    });
  else {
    channel?.leave();
    channel = undefined;
  }
}
