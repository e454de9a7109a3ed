/* A libdds.so.0 that has none of what is asked of it. */
int other_dds(void);
int other_dds(void)
{
    return 0;
}
