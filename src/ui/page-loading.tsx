import { BrandMark } from './brand-mark.tsx';

/** What stands in a page's place while it is fetched. */
export function PageLoading() {
  return (
    <div className="page loading" role="status">
      <BrandMark className="loading-mark" />
      Loading
    </div>
  );
}
