import { Icon } from '#src/ui/icon.tsx';
import { urls } from '#src/urls.ts';
import { saveHandoff } from '../current-tale.ts';

/** Opens a tale and starts reading it aloud. */
export function ListenLink({ tale }: { tale: { slug: string; title: string } }) {
  return (
    <a className="btn btn-solid needs-script" href={urls.tale(tale.slug)} onClick={() => saveHandoff(tale.slug, null)}>
      <Icon name="sound" />
      Listen<span className="visually-hidden"> to {tale.title}</span>
    </a>
  );
}
