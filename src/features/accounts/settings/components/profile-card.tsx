import type { ReactNode } from 'react';
import { Icon } from '#src/ui/icon.tsx';
import { dayOf } from '#src/ui/when.ts';
import { urls } from '#src/urls.ts';
import type { AccountView } from '../get-account.ts';
import { Avatar } from './avatar.tsx';

/** Who one is here, and what one has read. */
export function ProfileCard({ account }: { account: AccountView }) {
  const { name, email, image, joined, reading } = account;
  return (
    <section className="sheet profile-card" aria-label="You">
      <Avatar image={image} name={name} />
      <h2>
        <bdi>{name}</bdi>
      </h2>
      <p className="profile-email">{email}</p>
      <p className="profile-joined">In the wood since {dayOf(joined)}</p>
      <dl className="profile-facts">
        <Fact value={reading.tales} name={reading.tales === 1 ? 'tale read' : 'tales read'} />
        <Fact value={reading.minutes} name={reading.minutes === 1 ? 'minute' : 'minutes'} />
        <Fact value={reading.shelves} name={reading.shelves === 1 ? 'shelf' : 'shelves'} />
      </dl>
      <a className="go profile-history" href={urls.history()}>
        Reading history <Icon name="arrow" />
      </a>
    </section>
  );
}

function Fact({ value, name }: { value: number; name: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value.toLocaleString()}</dd>
    </div>
  );
}
