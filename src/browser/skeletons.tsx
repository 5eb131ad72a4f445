import { HomeSkeleton } from '#src/features/home/pages/home-skeleton.tsx';
import { ListSkeleton } from '#src/features/tales/pages/list-skeleton.tsx';
import { TaleSkeleton } from '#src/features/tales/pages/tale-skeleton.tsx';
import { PageLoading } from '#src/ui/page-loading.tsx';

/** What stands in a page's place while it is fetched. */
export const skeletons = { home: HomeSkeleton, list: ListSkeleton, tale: TaleSkeleton, page: PageLoading };
