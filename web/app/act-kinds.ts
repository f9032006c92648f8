// What waited from before a reload is sent on whatever page the person is: every kind of act is known from the start.
import '../lib/bookmarks/acts.ts';
import '../lib/certificates/acts.ts';
import '../lib/enrolments/acts.ts';
import '../lib/notes/acts.ts';
import '../lib/playback/playback.ts';
import '../lib/reviews/acts.ts';
