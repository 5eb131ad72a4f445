import { Icon } from '#src/ui/icon.tsx';
import { toast } from '#src/ui/toast.ts';
import { dayOf, momentOf } from '#src/ui/when.ts';
import { Refused, send } from '../../components/send.ts';
import type { AccountDevice } from '../account-devices.ts';
import type { SectionProps } from './section-props.ts';
import { SettingsSection } from './settings-section.tsx';

/** Where one is signed in. */
export function DevicesSection({ account, change }: SectionProps) {
  const { devices } = account;
  const others = devices.filter((device) => !device.isThisOne);

  async function end(path: string, left: AccountDevice[], text: string): Promise<void> {
    try {
      await send('DELETE', `/account/sessions${path}`);
    } catch (error) {
      // It is signed out already: that was wanted.
      if (!(error instanceof Refused && error.status === 404))
        return toast({ title: 'Error', text: error instanceof Error ? error.message : '', wrong: true });
    }
    change({ devices: left });
    await toast({ title: 'Signed out', text });
  }

  return (
    <SettingsSection
      id="devices"
      title="Devices"
      lede="Where you are logged in now. Is one of them not yours? Sign it out, and change your password."
    >
      <ul className="rows">
        {devices.map((device) => (
          <li key={device.id} className="row">
            <Icon name={device.isThisOne ? 'check' : 'door'} />
            <span className="row-text">
              <b>{nameOf(device)}</b>
              <small>
                {device.isThisOne ? 'This device' : `Last seen ${momentOf(device.lastSeen)}`}, since {dayOf(device.created)}
              </small>
            </span>
            {device.isThisOne ? null : (
              <span className="row-end">
                <button
                  type="button"
                  className="btn btn-line btn-sm"
                  aria-label={`Sign out ${nameOf(device)}`}
                  onClick={() =>
                    void end(
                      `/${device.id}`,
                      devices.filter((each) => each !== device),
                      `${nameOf(device)} is logged out.`,
                    )
                  }
                >
                  Sign out
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
            Sign out all other devices
          </button>
        </div>
      ) : null}
    </SettingsSection>
  );
}

function nameOf({ browser, system }: AccountDevice): string {
  return `${browser} on ${system}`;
}
