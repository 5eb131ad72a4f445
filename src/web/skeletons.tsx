import { ListSkeleton, TaleSkeleton } from '#src/features/tales/pages/skeletons.tsx';
import { PageLoading } from '#src/ui/skeleton.tsx';
import { HomeSkeleton } from '#src/web/home/home-page.tsx';

/** Placeholders while pages load. */
export const skeletons = { home: HomeSkeleton, list: ListSkeleton, tale: TaleSkeleton, page: PageLoading };
