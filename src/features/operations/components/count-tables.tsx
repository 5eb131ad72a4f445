import type { CountsView } from '#src/features/counts/contract.ts';
import { formatCount, formatDate } from '#src/ui/wording.ts';
import { urls } from '#src/urls.ts';

export function MostRead({ tales }: { tales: CountsView['most_read'] }) {
  return (
    <div>
      <h3>Most read in 30 days</h3>
      {tales.length === 0 ? (
        <p className="ops-none">No tale has been read yet.</p>
      ) : (
        <table className="ops-table">
          <thead>
            <tr>
              <th scope="col">Tale</th>
              <th scope="col">Reads</th>
              <th scope="col">To the end</th>
              <th scope="col">Downloads</th>
            </tr>
          </thead>
          <tbody>
            {tales.map(({ slug, title, read, finish, download }) => (
              <tr key={slug}>
                <th scope="row">
                  <a className="link" href={urls.tale(slug)}>
                    <bdi>{title}</bdi>
                  </a>
                </th>
                <td>{formatCount(read)}</td>
                <td>{formatCount(finish)}</td>
                <td>{formatCount(download)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** What readers look for and do not find: what might be published next. */
export function EmptySearches({ searches }: { searches: CountsView['empty_searches'] }) {
  return (
    <div>
      <h3>Searched for in vain</h3>
      {searches.length === 0 ? (
        <p className="ops-none">Every search of the last 90 days has found something.</p>
      ) : (
        <table className="ops-table">
          <thead>
            <tr>
              <th scope="col">Words</th>
              <th scope="col">Times</th>
              <th scope="col">Last</th>
            </tr>
          </thead>
          <tbody>
            {searches.map(({ words, times, last }) => (
              <tr key={words}>
                <th scope="row">
                  <a className="link" href={urls.tales(new URLSearchParams({ q: words }).toString())}>
                    <bdi>{words}</bdi>
                  </a>
                </th>
                <td>{formatCount(times)}</td>
                <td>{formatDate(last)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
