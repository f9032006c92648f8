// What waited from before a reload is sent on whatever page the person is: every kind of act is known from the start.
import '../domains/bookmarks/acts.ts';
import '../domains/certificates/acts.ts';
import '../domains/enrolments/acts.ts';
import '../domains/notes/acts.ts';
import '../domains/playback/playback.ts';
import '../domains/reviews/acts.ts';
