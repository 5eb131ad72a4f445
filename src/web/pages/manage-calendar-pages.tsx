import '#src/ui/styles/account/index.css';
import '#src/ui/styles/staff/index.css';
import '#src/ui/styles/calendar/index.css';
import { ManageCalendarPage } from '#src/features/editorial-calendar/pages/manage-calendar-page.tsx';
import { guarded } from './guarded.tsx';

export const ManageCalendar = guarded(ManageCalendarPage);
