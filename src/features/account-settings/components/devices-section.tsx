import { ApiError, apiRequest } from '#src/api-client/api-request.ts';
import { formatLocalDate, formatLocalTime } from '#src/ui/format.ts';
import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import type { AccountView } from '../get-account.ts';
import { type SectionProps, SettingsSection } from './account-frame.tsx';

/** The active sessions of the user. */
export function DevicesSection({ account, change }: SectionProps) {
  const { devices } = account;
  const others = devices.filter((device) => !device.isThisOne);

  async function end(path: string, left: AccountView['devices'][number][], text: string): Promise<void> {
    try {
      await apiRequest('DELETE', `/account/sessions${path}`);
    } catch (error) {
      // 404: the session has already ended.
      if (!(error instanceof ApiError && error.status === 404))
        return toast({ title: 'Error', text: error instanceof Error ? error.message : '', wrong: true });
    }
    change({ devices: left });
    await toast({ title: 'Logged out', text });
  }

  return (
    <SettingsSection
      id="devices"
      title="Devices"
      lede="Where you are logged in. If you don't recognise a device, log it out and change your password."
    >
      <ul className="rows">
        {devices.map((device) => (
          <li key={device.id} className="row">
            <Icon name={device.isThisOne ? 'check' : 'door'} />
            <span className="row-text">
              <b>{nameOf(device)}</b>
              <small>
                {device.isThisOne ? 'This device' : `Last seen ${formatLocalTime(device.lastSeen)}`}, since{' '}
                {formatLocalDate(device.created)}
              </small>
            </span>
            {device.isThisOne ? null : (
              <span className="row-end">
                <button
                  type="button"
                  className="btn btn-line btn-sm"
                  aria-label={`Log out ${nameOf(device)}`}
                  onClick={() =>
                    void end(
                      `/${device.id}`,
                      devices.filter((each) => each !== device),
                      `${nameOf(device)} is logged out.`,
                    )
                  }
                >
                  Log out
                </button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <div className="sheet-end">
          <button
            type="button"
            className="btn btn-line"
            onClick={() =>
              void end(
                '',
                devices.filter((device) => device.isThisOne),
                'All other devices are logged out.',
              )
            }
          >
            Log out all other devices
          </button>
        </div>
      ) : null}
    </SettingsSection>
  );
}

function nameOf({ browser, system }: AccountView['devices'][number]): string {
  return `${browser} on ${system}`;
}
