-- The comment of a view is the summary of its event type. These five summaries were wrong or imprecise.
comment on view analysis.user_role_changed is 'An Admin set a user''s role, or ADMIN_EMAILS made the user an Admin; this also closes a pending role request.';
comment on view analysis.user_removed is 'An Admin removed a user, or the user deleted their account; the key of the personal data was destroyed.';
comment on view analysis.course_started is 'An enrolled student started to learn in a course.';
comment on view analysis.certificate_issued is 'A student collected the certificate of a completed course; the event holds the names as they were then.';
comment on view analysis.personal_data_read is 'An Admin was about to see personal data of one or many other users; recorded once per hour, category and user.';
