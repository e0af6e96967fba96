-- Since when managers may send what this disabled user left on devices (decision 103). It stays when the user is enabled again: what a
-- manager has taken over by then is not on the user's device any more, and must not be refused.
alter table app_user add column handed_over_at timestamptz;
